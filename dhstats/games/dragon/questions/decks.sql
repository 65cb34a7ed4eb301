-- reads games
-- Deals by in how many of their games a deck won or lost, and by what the game ended, with the sums of squares over
-- deals that standard errors need.
-- place: the deck, as the rules list them from 0; it moves round the table with its player, if the design says so.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- end_reason '' stands for all ends together. won: 1 won, -1 lost, 0 the game was stopped. turns: of all players.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS (
    SELECT
        arm, deal_id, end_reason, winner,
        $turns AS turns,
        $layout AS layout,
        unnest(range($players)) AS seat,
        unnest([rank_first, rank_second, rank_third, rank_fourth][:$players]) AS rank
    FROM games
),
played AS (
    SELECT
        matchup, deal_id, end_reason, turns,
        ((seat + layout) % $players)::INT AS place,
        CASE WHEN winner < 0 THEN 0 WHEN rank = 1 THEN 1 ELSE -1 END AS won
    FROM seated JOIN arms USING (arm)
),
blocks AS (
    SELECT
        matchup, deal_id, place, won,
        coalesce(end_reason, '') AS end_reason,
        count(*) AS games,
        sum(turns)::BIGINT AS turns
    FROM played
    GROUP BY GROUPING SETS ((matchup, deal_id, place, won, end_reason), (matchup, deal_id, place, won))
)
SELECT
    matchup, place, end_reason, won, games,
    count(*) AS deals,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares
FROM blocks
GROUP BY matchup, place, end_reason, won, games
ORDER BY matchup, place, end_reason, won, games
