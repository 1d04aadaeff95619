UPDATE circumstances SET value = 3 WHERE key = 'processes';
INSERT INTO circumstances VALUES (1, 2, 'host', 'c');
DELETE FROM circumstances WHERE key = 'library';
