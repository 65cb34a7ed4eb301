-- reads moves; sparse
-- What players did who could top a card: how often they did, and with what; with the sums of squares and products over
-- deals that standard errors need.
-- under: the first type of the card that lay there, '' for all. over: that of the card played on it, '' for any.
-- depth: 1 where the first card of a chain could be topped, 2 the one that topped it and so on, 6 for all deeper ones,
-- 0 for any. Rows are by under, by under and over, by depth, and for all.
-- asked: decisions whether to top; 0 in rows by over. among: cards played to top cards of the same type.
-- matchup -1: all matchups of a deal together.
-- deals_with_asked, deals_with_topped: the deals with any, on which shares of them rest.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
laid AS (
    SELECT game_id, turn, card
    FROM moves
    WHERE act IN ('play', 'top')
),
told AS (
    SELECT moves.game_id, act, depth, moves.card, laid.card AS lying
    FROM moves ASOF JOIN laid ON moves.game_id = laid.game_id AND moves.turn > laid.turn
    WHERE act IN ('top', 'hold')
),
answers AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        [$kinds][lying + 1] AS under,
        CASE WHEN act = 'top' THEN [$kinds][card + 1] ELSE 'hold' END AS over,
        least(depth, 6)::INT AS depth,
        (act = 'top')::INT AS topped
    FROM told JOIN arms ON arms.arm = told.game_id % $games_per_deal
),
deals AS (
    SELECT
        matchup, deal,
        coalesce(under, '') AS under,
        coalesce(over, '') AS over,
        coalesce(depth, 0) AS depth,
        CASE grouping(over) WHEN 1 THEN count(*) ELSE 0 END AS asked,
        sum(topped)::BIGINT AS topped
    FROM answers
    GROUP BY GROUPING SETS (
        (matchup, deal, under), (matchup, deal, under, over), (matchup, deal, depth), (matchup, deal)
    )
)
SELECT
    deals.matchup, deals.under, deals.over, deals.depth,
    count(*) AS deals,
    count(*) FILTER (deals.asked > 0) AS deals_with_asked,
    sum(deals.asked)::BIGINT AS asked,
    sum(deals.asked * deals.asked)::BIGINT AS asked_squares,
    count(*) FILTER (deals.topped > 0) AS deals_with_topped,
    sum(deals.topped)::BIGINT AS topped,
    sum(deals.topped * deals.topped)::BIGINT AS topped_squares,
    sum(deals.asked * deals.topped)::BIGINT AS asked_topped,
    sum(every.topped * deals.topped)::BIGINT AS among_topped
FROM deals JOIN deals AS every ON
    every.matchup = deals.matchup AND every.deal = deals.deal AND every.over = '' AND every.depth = 0
    AND every.under = deals.under
WHERE deals.over <> 'hold'
GROUP BY deals.matchup, deals.under, deals.over, deals.depth
ORDER BY matchup, under, over, depth
