UPDATE circumstances SET value = 'mode' WHERE key = 'statistic';
UPDATE circumstances SET value = '-5' WHERE key = 'switch';
