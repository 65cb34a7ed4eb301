-- reads games; some games; any table
-- Deals by how many of their games all players won together: those that end by $success.
-- games counts them in a deal, 0 among them. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT matchup, deal_id, count(*) FILTER (end_reason IN ($success))::BIGINT AS games
    FROM games JOIN arms USING (arm)
    GROUP BY matchup, deal_id
)
SELECT matchup, games, count(*) AS deals
FROM blocks
GROUP BY matchup, games
ORDER BY matchup, games
