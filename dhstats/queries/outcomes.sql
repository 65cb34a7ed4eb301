-- reads games
-- Deals by how many of their games a player won for a reason: winner and what decided it.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- winner: 0 first player, 1 second, -1 nobody, -2 anybody. matchup -1: all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT matchup, deal_id, coalesce(winner, -2) AS winner, decided_by, count(*) AS games
    FROM games JOIN arms USING (arm)
    GROUP BY GROUPING SETS ((matchup, deal_id, winner, decided_by), (matchup, deal_id, decided_by))
)
SELECT matchup, winner, decided_by, games, count(*) AS deals
FROM blocks
GROUP BY matchup, winner, decided_by, games
ORDER BY matchup, winner, decided_by, games
