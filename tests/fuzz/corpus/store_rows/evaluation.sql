UPDATE runs SET purpose = 'compare-models' WHERE id = 1;
INSERT INTO evaluations VALUES (1, 0.95, 0.0);
INSERT INTO evaluated_models VALUES (1, 0, 'hockney', 'hockney', 'regression', 0, '{}', 1.0, 2.0, 3.0);
INSERT INTO evaluated_operations VALUES (1, 0, 'p2p', NULL), (1, 1, 'gather', 'linear');
INSERT INTO evaluated_sizes VALUES (1, 2000);
INSERT INTO evaluation_costs VALUES (1, 'switch', 1.0, 2.0, 3.0), (1, 'held-out', 1.0, 2.0, 3.0);
