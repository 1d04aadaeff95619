INSERT INTO options VALUES (1, 'error', '0.05', 0), (1, '1', 'bcast', 1);
INSERT INTO sizes VALUES (1, 0, 'listed'), (1, 1024, 'listed'), (2, 5, 'least'), (2, 9, 'most');
