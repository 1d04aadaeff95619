INSERT INTO states VALUES (1, 0, 1, 0, 1e-5), (1, 0, 1, 65536, 2e-4);
INSERT INTO thresholds VALUES (1, 50000, 8192, 9e999), (2, NULL, NULL, NULL);
INSERT INTO escalations VALUES (1, 8192, 60, 17, 0.05, 0.15, 0.25);
UPDATE runs SET statistic = 'mean', machine = 'changed', switch = 50000;
