UPDATE circumstances SET value = '0=0.00016 16384=-1' WHERE key = 'state 0:1';
INSERT INTO circumstances VALUES (8, NULL, 'state 1:0', '0=1e-5');
