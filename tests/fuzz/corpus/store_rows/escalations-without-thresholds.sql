INSERT INTO escalations VALUES (1, 8192, 60, 17, 0.05, 0.15, 0.25);
