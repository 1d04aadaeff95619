UPDATE observations SET seconds = -1 WHERE number = 0;
UPDATE observations SET at = 'soon' WHERE number = 1;
