-- reads games
-- What the player who begins scores in every deal against every opponent: a win counts 2, a draw 1.
-- A deal is the block: all games of it share both decks. a_first: player A of the matchup begins.
-- replicate: games that differ in it alone are the same game with other draws of the strategies.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms)
SELECT
    deal_id, matchup, a_first, replicate,
    count(*) AS games,
    sum(CASE winner WHEN 0 THEN 2 WHEN -1 THEN 1 ELSE 0 END)::BIGINT AS score,
    -- the margin of the game in which the first seat has the first deck: there the luck of the cards does not cancel
    count(*) FILTER (a_first = a_deck) AS plain_games,
    coalesce(sum(score_first::INT - score_second) FILTER (a_first = a_deck), 0)::BIGINT AS plain_margin
FROM games JOIN arms USING (arm)
WHERE matchup >= 0
GROUP BY deal_id, matchup, a_first, replicate
ORDER BY deal_id, matchup, a_first, replicate
