-- reads moves, games; sparse
-- Turns of two players by how both dragons faced when the turn began: how many, how many attack cards were played and
-- wounds inflicted in them, and how often the player whose turn it was has won; with the sums of squares and products
-- over deals that standard errors need.
-- own, rival: the facings of the player whose turn it is and of the other; '' stands for any.
-- lead: the health that they had left less the rival's when the turn began: -1 three behind or more, 0 about even,
-- 1 three ahead or more, -9 any. place: the deck of the player whose turn it was, as the rules list them from 0, -1
-- for any. Rows are by own facing, by rival's, by both, by rival's and lead, by rival's and deck, and for all turns.
-- all_turns: all turns of the same deal. matchup -1: all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
turns AS (
    SELECT
        game_id, mover::INT AS mover, own_turn,
        min(turn)::INT AS began,
        max_by(score_first_after::INT, turn) AS left_first,
        max_by(score_second_after::INT, turn) AS left_second,
        count(*) FILTER (act = 'play' AND list_contains([$attacks], card)) AS attacks
    FROM moves
    GROUP BY ALL
),
placed AS (  -- how all stood after the decision before a turn, or at the start
    SELECT
        turns.game_id, turns.mover, attacks, winner,
        ((turns.mover + $layout) % 2)::INT AS place,
        [
            coalesce(facing_first_after::VARCHAR, '$facing'),
            coalesce(facing_second_after::VARCHAR, '$facing')
        ] AS facings,
        [
            coalesce(score_first_after::INT, [$health][$layout + 1]),
            coalesce(score_second_after::INT, [$health][2 - $layout])
        ] AS stood,
        [left_first, left_second] AS health
    FROM turns JOIN games USING (game_id)
    LEFT JOIN moves ON moves.game_id = turns.game_id AND moves.turn::INT = began - 1
),
seen AS (
    SELECT
        matchup, attacks, place,
        game_id // $games_per_deal AS deal,
        facings[mover + 1] AS own,
        facings[2 - mover] AS rival,
        CASE
            WHEN stood[mover + 1] - stood[2 - mover] <= -3 THEN -1
            WHEN stood[mover + 1] - stood[2 - mover] >= 3 THEN 1
            ELSE 0
        END AS lead,
        greatest(0, stood[2 - mover] - health[2 - mover]) AS wounds,
        (winner = mover)::INT AS won
    FROM placed JOIN arms ON arms.arm = placed.game_id % $games_per_deal
),
deals AS (
    SELECT
        matchup, deal,
        coalesce(own, '') AS own,
        coalesce(rival, '') AS rival,
        coalesce(lead, -9) AS lead,
        coalesce(place, -1) AS place,
        count(*) AS turns,
        sum(won)::BIGINT AS wins,
        sum(attacks)::BIGINT AS attacks,
        sum(wounds)::BIGINT AS wounds
    FROM seen
    GROUP BY GROUPING SETS (
        (matchup, deal, own), (matchup, deal, rival), (matchup, deal, own, rival), (matchup, deal, rival, lead),
        (matchup, deal, rival, place), (matchup, deal)
    )
)
SELECT
    deals.matchup, deals.own, deals.rival, deals.lead, deals.place,
    count(*) AS deals,
    sum(deals.turns)::BIGINT AS turns,
    sum(deals.turns * deals.turns)::BIGINT AS turns_squares,
    sum(every.turns * deals.turns)::BIGINT AS all_turns_turns,
    sum(deals.wins)::BIGINT AS wins,
    sum(deals.wins * deals.wins)::BIGINT AS wins_squares,
    sum(deals.turns * deals.wins)::BIGINT AS turns_wins,
    sum(deals.attacks)::BIGINT AS attacks,
    sum(deals.attacks * deals.attacks)::BIGINT AS attacks_squares,
    sum(deals.turns * deals.attacks)::BIGINT AS turns_attacks,
    sum(deals.wounds)::BIGINT AS wounds,
    sum(deals.wounds * deals.wounds)::BIGINT AS wounds_squares,
    sum(deals.turns * deals.wounds)::BIGINT AS turns_wounds
FROM deals JOIN deals AS every ON
    every.matchup = deals.matchup AND every.deal = deals.deal AND every.own = '' AND every.rival = ''
GROUP BY deals.matchup, deals.own, deals.rival, deals.lead, deals.place
ORDER BY matchup, own, rival, lead, place
