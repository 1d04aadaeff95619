INSERT INTO parts VALUES (NULL, 1, 'fit', 1.25, 7);
UPDATE parts SET seconds = x'00ff', messages = 1.5 WHERE run = 2;
INSERT INTO notes VALUES (7, 1, 'warning', 'machine', char(0, 65)), (8, 2, 'loud', NULL, 'x');
DELETE FROM runs WHERE id = 2;
