-- reads games
-- Deals, counted by what happened in their games: how many the first player won, how many were drawn, and how many
-- player A of the matchup won. With them the sums that scores and margins need.
-- A deal is the block: its games share both decks. Score of the first player: a win counts 2, a draw 1.
-- matchup -1 stands for all matchups of a deal together. a_deck: player A has the first deck.
-- member numbers the games of a deal within a matchup; the sums ending in _0 and _1 are those of its first two games.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
played AS (
    SELECT
        matchup, deal_id, member,
        CASE winner WHEN 0 THEN 2 WHEN -1 THEN 1 ELSE 0 END AS score,
        winner = 0 AS won,
        winner = -1 AS drawn,
        winner >= 0 AND (winner = 0) = a_first AS a_won,
        score_first::INT - score_second AS margin,
        CASE WHEN a_first THEN 1 WHEN NOT a_first THEN -1 END AS seat_sign,
        CASE WHEN a_deck THEN 1 WHEN NOT a_deck THEN -1 END AS deck_sign
    FROM games JOIN arms USING (arm)
),
blocks AS (
    SELECT
        matchup, deal_id,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (drawn) AS draws,
        count(*) FILTER (a_won) AS a_wins,
        sum(margin)::BIGINT AS margin,
        coalesce(sum(seat_sign * margin), 0)::BIGINT AS a_margin,
        coalesce(sum(seat_sign * deck_sign * margin), 0)::BIGINT AS deck_margin,
        coalesce(sum(deck_sign * margin), 0)::BIGINT AS mixed_margin,
        coalesce(sum(score) FILTER (member = 0), 0)::BIGINT AS score_0,
        coalesce(sum(score) FILTER (member = 1), 0)::BIGINT AS score_1,
        coalesce(sum(margin) FILTER (member = 0), 0)::BIGINT AS margin_0,
        coalesce(sum(margin) FILTER (member = 1), 0)::BIGINT AS margin_1
    FROM played
    GROUP BY matchup, deal_id
)
SELECT
    matchup, wins, draws, a_wins,
    count(*) AS deals,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares,
    sum(a_margin)::BIGINT AS a_margin,
    sum(a_margin * a_margin)::BIGINT AS a_margin_squares,
    sum(deck_margin)::BIGINT AS deck_margin,
    sum(deck_margin * deck_margin)::BIGINT AS deck_margin_squares,
    sum(mixed_margin)::BIGINT AS mixed_margin,
    sum(mixed_margin * mixed_margin)::BIGINT AS mixed_margin_squares,
    sum(score_0)::BIGINT AS score_0,
    sum(score_1)::BIGINT AS score_1,
    sum(score_0 * score_0)::BIGINT AS score_00,
    sum(score_1 * score_1)::BIGINT AS score_11,
    sum(score_0 * score_1)::BIGINT AS score_01,
    sum(margin_0)::BIGINT AS margin_0,
    sum(margin_1)::BIGINT AS margin_1,
    sum(margin_0 * margin_0)::BIGINT AS margin_00,
    sum(margin_1 * margin_1)::BIGINT AS margin_11,
    sum(margin_0 * margin_1)::BIGINT AS margin_01
FROM blocks
GROUP BY matchup, wins, draws, a_wins
ORDER BY matchup, wins, draws, a_wins
