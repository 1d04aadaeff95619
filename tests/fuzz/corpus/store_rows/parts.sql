INSERT INTO parts VALUES (NULL, 1, 'fit', 1.25, 7);
UPDATE parts SET seconds = x'00ff', messages = 1.5 WHERE run = 2;
INSERT INTO notes (run, text) VALUES (1, char(0, 65));
DELETE FROM runs WHERE id = 2;
