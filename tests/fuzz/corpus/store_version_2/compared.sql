UPDATE circumstances SET value = 'hockney' WHERE key = 'compared models';
UPDATE circumstances SET value = '84 4536' WHERE key = 'compared cost of hockney';
DELETE FROM circumstances WHERE key = 'compared noise';
