-- reads moves, games; sparse
-- The same as marks, of what the turns tell, over the deals whose turns were logged. lead: who led after the last whole
-- round of the first quarter of the game. choice: who had more legal moves to choose from on average.
-- Of three more, held is a gain of the first player: by the points after the last turn (standing); what the turns after
-- the last whole round changed of it (turn); and what the final count changed after that (count).
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
${turn_rows}points AS (
    SELECT game_id, turn::INT + 1 AS turn, score_first_after::INT - score_second_after AS ahead
    FROM $ended_turns
),
lengths AS (
    SELECT game_id, max(turn) AS length
    FROM points
    GROUP BY game_id
),
standings AS (
    SELECT
        game_id,
        max_by(ahead, turn) AS at_end,
        coalesce(max_by(ahead, turn) FILTER (turn % 2 = 0), 0) AS at_round,
        coalesce(max_by(ahead, turn) FILTER (turn % 2 = 0 AND 4 * turn <= length), 0) AS at_quarter
    FROM points JOIN lengths USING (game_id)
    GROUP BY game_id
),
options AS (
    SELECT
        game_id,
        count(*) FILTER (seat = 0) AS decisions,
        sum(legal_moves) FILTER (seat = 0)::BIGINT AS options,
        count(*) FILTER (seat = 1) AS decisions_second,
        sum(legal_moves) FILTER (seat = 1)::BIGINT AS options_second
    FROM moves
    GROUP BY game_id
),
choices AS (
    SELECT game_id, coalesce(sign(options * decisions_second - options_second * decisions), 0) AS choice
    FROM options
),
played AS (
    SELECT
        matchup, deal_id,
        $gain AS gain,
        unnest(['lead', 'choice', 'standing', 'turn', 'count']) AS mark,
        unnest([
            sign(at_quarter), choice, $gain_at_end, $gain_at_end - $gain_at_round, $gain - $gain_at_end
        ])::INT AS held
    FROM standings JOIN choices USING (game_id) JOIN games USING (game_id) JOIN arms USING (arm)
),
${mark_blocks}SELECT matchup, mark, gain, held, marked, product, count(*) AS deals
FROM blocks
GROUP BY matchup, mark, gain, held, marked, product
ORDER BY matchup, mark, gain, held, marked, product
