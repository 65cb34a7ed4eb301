-- reads moves, games; sparse
-- How far apart the players were at the end, by what happened in the game: how often each margin occurred, over one game
-- of each deal whose moves were logged, chosen as for histograms.
-- value: the first player's final score less the second's. split: 'ender', who brought the end about (0 first player,
-- 1 second, -1 nobody); 'end', how the game ended$split_notes.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${split_rows}logged AS (
    SELECT DISTINCT game_id FROM moves
),
one_a_deal AS (
    SELECT
        matchup, game_id,
        score_first::INT - score_second AS margin,
        ended_by::INT AS ender,
        end_reason
    FROM games JOIN logged USING (game_id) JOIN arms USING (arm)
    WHERE member = 0 OR (matchup = -1 AND arm = deal_id % $games_per_deal)
),
parted AS (
    SELECT matchup, margin, 'ender' AS split, ender::VARCHAR AS part FROM one_a_deal
    UNION ALL
    SELECT matchup, margin, 'end', end_reason::VARCHAR FROM one_a_deal$own_splits
)
SELECT
    matchup, split, part,
    margin AS value,
    count(*) AS games
FROM parted
GROUP BY matchup, split, part, value
ORDER BY matchup, split, part, value
