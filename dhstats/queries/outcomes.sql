-- Games by who won and what decided it, with the sum of squares over deals that a standard error needs.
-- winner: 0 first player, 1 second, -1 nobody. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck) AS (VALUES $arms),
blocks AS (
    SELECT matchup, deal_id, winner, decided_by, count(*) AS games
    FROM games JOIN arms USING (arm)
    GROUP BY matchup, deal_id, winner, decided_by
)
SELECT
    matchup, winner, decided_by,
    sum(games)::BIGINT AS games,
    sum(games * games)::BIGINT AS games_squares
FROM blocks
GROUP BY matchup, winner, decided_by
ORDER BY matchup, winner, decided_by
