UPDATE observations SET seconds = 9e999;
UPDATE notes SET text = 'The machine changed: two regimes';
