UPDATE circumstances SET value = 'S 50000 M1 8192 M2 inf; 8192 B: 17 of 60, 0.05 0.15 0.25 s' WHERE key = 'thresholds';
