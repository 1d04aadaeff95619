INSERT INTO circumstances VALUES (1, NULL, 'platform', 'another'), (1, 0, 'host', 'c'), (1, NULL, 'processes', 3);
