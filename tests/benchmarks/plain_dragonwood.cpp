// A plain C++17 engine for Dragonwood: rules for two, both players uniformly random over all moves, nothing logged.
//
// It is the yardstick for the compiled Python engine: written as one would write it for speed without tricks.
// Build: g++ -O3 -std=c++17 -o plain plain_dragonwood.cpp      Run: ./plain GAMES SEED
// Prints one line of JSON: games, turns (decisions), seconds, and first's average result (win 1, draw one half).

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using Cards = std::uint64_t;  // adventurers, a bit each: suit * 12 + number - 1

enum Way { Strike, Stomp, Scream, Reload };
enum Helper { Sword, Spinach, Ghost, Cloak, Unicorn, Mushroom, Bolt, Bunny, Potion };
enum Event { SunnyDay, ThunderStorm, WindStorm, Quicksand };

constexpr int Players = 2, Suits = 5, Numbers = 12, Ladybugs = 4, Ladybug = Suits * Numbers, Adventurers = Ladybug + Ladybugs;
constexpr int Creatures = 16, Helpers = 9, Events = 4, Targets = Creatures + Helpers, Blue = 14, Orange = 15;
constexpr int Wood = 42, Removed = 12, Landscape = 5, HandSize = 5, HandLimit = 9, MostDice = 6, Decks = 2;
constexpr int Bonus = 3, TiedBonus = 2, Nobody = -1;
constexpr int Faces[6] = {1, 2, 2, 3, 3, 4};

struct Title {
    int copies, points, numbers[3];
};

constexpr Title Titles[Targets] = {
    {4, 1, {3, 3, 4}},    {4, 1, {4, 3, 3}},    {2, 2, {7, 5, 5}},    {2, 2, {7, 4, 6}},    {2, 2, {5, 6, 7}},
    {2, 3, {7, 6, 9}},    {2, 3, {6, 7, 9}},    {2, 3, {8, 6, 8}},    {2, 3, {8, 7, 7}},    {1, 4, {9, 11, 9}},
    {1, 4, {11, 8, 10}},  {1, 4, {10, 8, 11}},  {1, 5, {12, 9, 14}},  {1, 5, {14, 9, 10}},  {1, 6, {13, 10, 13}},
    {1, 7, {15, 11, 12}}, {1, 0, {10, 6, 7}},   {1, 0, {7, 10, 8}},   {1, 0, {8, 7, 10}},   {1, 0, {11, 9, 11}},
    {1, 0, {8, 6, 8}},    {1, 0, {7, 5, 7}},    {1, 0, {7, 5, 7}},    {1, 0, {4, 4, 4}},    {1, 0, {5, 4, 5}}};

// xoshiro256++ (Blackman and Vigna), seeded by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            std::uint64_t z = (seed += 0x9E3779B97F4A7C15u);
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
            word = z ^ (z >> 31);
        }
    }

    // An unbiased number below n (Lemire).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t threshold = -n % n;
            while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
        }
        return product >> 32;
    }

    template <typename Item>
    void shuffle(Item* items, int n) {
        for (int i = n - 1; i > 0; --i) std::swap(items[i], items[below(i + 1)]);
    }

private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    std::array<std::uint64_t, 4> state_;
};

int count(Cards cards) { return __builtin_popcountll(cards); }
int lowest(Cards cards) { return __builtin_ctzll(cards); }
constexpr Cards Suit = (Cards{1} << Numbers) - 1;
constexpr Cards Number = 1 | Cards{1} << 12 | Cards{1} << 24 | Cards{1} << 36 | Cards{1} << 48;

struct Move {
    Cards cards;
    std::uint16_t used;  // enhancements that are spent, a bit each
    std::uint8_t way, target;
};

class Game {
public:
    explicit Game(Random& random) : random_(random) {
        int i = 0;
        for (int title = 0; title < Targets; ++title)
            if (title != Blue && title != Orange)
                for (int copy = 0; copy < Titles[title].copies; ++copy) wholeWood_[i++] = title;
        for (int event = 0; event < Events; ++event) wholeWood_[i++] = Targets + event;
    }

    // Plays one game; returns the number of decisions.
    int play() {
        deal();
        while (!over_) {
            takeTurn();
            if (turnsLeft_ > 0 && --turnsLeft_ == 0) over_ = true;
            mover_ ^= 1;
        }
        return decisions_;
    }

    // Twice the first player's result: 2 won, 1 drawn, 0 lost.
    int twiceResult() const {
        const int more = creatures_[0] - creatures_[1];
        const int first = points_[0] + (more > 0 ? Bonus : more == 0 ? TiedBonus : 0);
        const int second = points_[1] + (more < 0 ? Bonus : more == 0 ? TiedBonus : 0);
        if (first != second) return first > second ? 2 : 0;
        return orange_ == Nobody ? 1 : orange_ == 0 ? 2 : 0;
    }

private:
    void deal() {
        std::array<std::uint8_t, Wood> order = wholeWood_;
        const int others = Wood - 2, left = others - Removed, low = left / 2;
        random_.shuffle(order.data(), others);
        std::copy_backward(order.begin() + low, order.begin() + left, order.begin() + left + 2);
        order[low] = Blue;
        order[low + 1] = Orange;
        random_.shuffle(order.data(), low + 2);
        wood_ = order;
        woodLeft_ = left + 2;
        lying_ = {};
        open_ = 0;
        std::array<std::uint8_t, Events> aside;
        int events = 0;
        while (open_ < Landscape) {
            const int title = wood_[--woodLeft_];
            if (title < Targets) ++lying_[title], ++open_;
            else aside[events++] = title;
        }
        for (int i = 0; i < events; ++i) {
            const int place = random_.below(woodLeft_ + 1);
            std::copy_backward(wood_.begin() + place, wood_.begin() + woodLeft_, wood_.begin() + woodLeft_ + 1);
            wood_[place] = aside[i];
            ++woodLeft_;
        }
        for (int card = 0; card < Adventurers; ++card) pile_[card] = std::min(card, Ladybug);
        pileLeft_ = Adventurers;
        random_.shuffle(pile_.data(), Adventurers);
        discards_ = discardedLadybugs_ = 0;
        decks_ = 1;
        hands_ = {};
        owned_ = {};
        points_ = creatures_ = {};
        dragons_ = 0;
        orange_ = Nobody;
        turnsLeft_ = -1;
        mover_ = decisions_ = 0;
        over_ = false;
        for (int seat = 0; seat < Players; ++seat) draw(seat, HandSize);
    }

    void takeTurn() {
        const int moves = enumerate();
        ++decisions_;
        const Move move = moves_[random_.below(moves)];
        if (move.way == Reload) {
            draw(mover_, 1);
            keepLimit(mover_);
        } else {
            attempt(move);
        }
    }

    // Adventurers

    void draw(int seat, int wanted) {
        while (wanted > 0) {
            if (pileLeft_ == 0 && !renew()) return callEnd();
            --wanted;
            const int card = pile_[--pileLeft_];
            if (card == Ladybug) ++discardedLadybugs_, wanted += 2;
            else hands_[seat] |= Cards{1} << card;
            if (pileLeft_ == 0 && !renew()) callEnd();
        }
    }

    bool renew() {
        if (decks_ == Decks || (discards_ == 0 && discardedLadybugs_ == 0)) return false;
        for (; discards_ != 0; discards_ &= discards_ - 1) pile_[pileLeft_++] = lowest(discards_);
        for (; discardedLadybugs_ > 0; --discardedLadybugs_) pile_[pileLeft_++] = Ladybug;
        random_.shuffle(pile_.data(), pileLeft_);
        ++decks_;
        return true;
    }

    void callEnd() {
        if (decks_ == Decks && turnsLeft_ < 0) turnsLeft_ = 1 + Players;
    }

    void discard(int seat, Cards cards) {
        hands_[seat] &= ~cards;
        discards_ |= cards;
    }

    // Any card of a hand; where there is but one, nothing was decided.
    Cards anyCard(int seat) {
        Cards cards = hands_[seat];
        const int held = count(cards);
        if (held < 2) return cards;
        ++decisions_;
        for (int skip = random_.below(held); skip > 0; --skip) cards &= cards - 1;
        return cards & -cards;
    }

    void keepLimit(int seat) {
        while (count(hands_[seat]) > HandLimit) discard(seat, anyCard(seat));
    }

    // Moves

    int enumerate() {
        moves_[0] = {0, 0, Reload, 0};
        size_ = 1;
        collectTargets();
        for (int potion = 0; potion <= (owned_[mover_] >> Potion & 1); ++potion) {
            const Cards hand = hands_[mover_];
            if (potion)
                for (int way = Strike; way <= Scream; ++way) offer(way, 0, 1);
            for (int number = 0; number < Numbers; ++number) {
                extendRow(number, 0, potion, potion);
                offerSubsets(Stomp, hand & Number << number, potion);
            }
            for (int suit = 0; suit < Suits; ++suit) offerSubsets(Scream, hand & Suit << Numbers * suit, potion);
        }
        return size_;
    }

    void collectTargets() {
        targets_ = 0;
        for (int title = 0; title < Targets; ++title)
            if (lying_[title] > 0) lyingTitles_[targets_++] = title;
    }

    // Every row that goes on with this number; a potion may fill one gap.
    void extendRow(int number, Cards row, int potion, int gaps) {
        if (number == Numbers || count(row) + potion == MostDice) return;
        for (Cards held = hands_[mover_] & Number << number; held != 0; held &= held - 1) {
            const Cards longer = row | (held & -held);
            offer(Strike, longer, potion);
            extendRow(number + 1, longer, potion, gaps);
        }
        if (gaps > 0 && row != 0) extendRow(number + 1, row, potion, 0);
    }

    void offerSubsets(int way, Cards among, int potion) {
        for (Cards cards = among; cards != 0; cards = (cards - 1) & among)
            if (count(cards) + potion <= MostDice) offer(way, cards, potion);
    }

    void offer(int way, Cards cards, int potion) {
        const int optional = owned_[mover_] & (1 << Bolt | 1 << Bunny);
        const int dice = count(cards) + potion;
        for (int i = 0; i < targets_; ++i) {
            const std::uint8_t target = lyingTitles_[i];
            if (target >= Creatures) {
                if (!potion) moves_[size_++] = {cards, 0, std::uint8_t(way), target};
                continue;
            }
            for (int used = optional;; used = (used - 1) & optional) {
                if (dice < MostDice || !(used >> Bunny & 1))
                    moves_[size_++] = {cards, std::uint16_t(used | potion << Potion), std::uint8_t(way), target};
                if (used == 0) break;
            }
        }
    }

    // Attempts

    void attempt(const Move& move) {
        const bool creature = move.target < Creatures;
        const int owned = owned_[mover_];
        int dice = count(move.cards) + (move.used >> Potion & 1) + (move.used >> Bunny & 1);
        std::array<int, MostDice> rolled;
        int total = 0;
        for (int i = 0; i < dice; ++i) total += rolled[i] = Faces[random_.below(6)];
        if (creature && owned >> Mushroom & 1) total += rerollGain(rolled, dice);
        if (creature) {
            const int special = move.way == Strike ? Sword : move.way == Stomp ? Spinach : Ghost;
            total += 2 * (owned >> special & 1) + 2 * (owned >> Cloak & 1) + (owned >> Unicorn & 1) + 4 * (move.used >> Bolt & 1);
        }
        owned_[mover_] &= ~move.used;
        if (total >= Titles[move.target].numbers[move.way]) capture(move);
        else discard(mover_, anyCard(mover_));
    }

    // Keeps the dice or rolls one of them again, all faces that lie there alike.
    int rerollGain(const std::array<int, MostDice>& rolled, int dice) {
        std::array<int, 5> choices;
        int size = 0;
        choices[size++] = 0;
        for (int i = 0; i < dice; ++i)
            if (std::find(choices.begin() + 1, choices.begin() + size, rolled[i]) == choices.begin() + size)
                choices[size++] = rolled[i];
        ++decisions_;
        const int again = choices[random_.below(size)];
        return again == 0 ? 0 : Faces[random_.below(6)] - again;
    }

    void capture(const Move& move) {
        discard(mover_, move.cards);
        --lying_[move.target];
        --open_;
        if (move.target >= Creatures) {
            owned_[mover_] |= 1 << (move.target - Creatures);
        } else {
            points_[mover_] += Titles[move.target].points;
            ++creatures_[mover_];
            if (move.target == Orange) orange_ = mover_;
            if (move.target >= Blue && ++dragons_ == 2) {
                over_ = true;
                return;
            }
        }
        while (open_ < Landscape && woodLeft_ > 0) {
            const int title = wood_[--woodLeft_];
            if (title < Targets) ++lying_[title], ++open_;
            else happen(title - Targets);
        }
    }

    void happen(int event) {
        const int seats[Players] = {mover_, mover_ ^ 1};
        if (event == SunnyDay) {
            for (int seat : seats) draw(seat, 2);
            for (int seat : seats) keepLimit(seat);
        } else if (event == ThunderStorm) {
            for (int seat : seats) discard(seat, anyCard(seat));
        } else if (event == WindStorm) {
            Cards passed[Players];
            for (int seat : seats) hands_[seat] &= ~(passed[seat] = anyCard(seat));
            for (int seat : seats) hands_[seat ^ 1] |= passed[seat];
        } else {
            for (int title = Creatures; title < Targets; ++title) open_ -= lying_[title], lying_[title] = 0;
        }
    }

    Random& random_;
    std::array<std::uint8_t, Wood> wholeWood_, wood_;
    std::array<std::uint8_t, Adventurers> pile_;
    std::array<std::uint8_t, Targets> lying_;
    std::array<std::uint8_t, Landscape> lyingTitles_;
    std::array<Cards, Players> hands_;
    std::array<int, Players> owned_, points_, creatures_;
    Cards discards_;
    int woodLeft_, open_, targets_, pileLeft_, discardedLadybugs_, decks_, dragons_, orange_, turnsLeft_, mover_, decisions_, size_;
    bool over_;
    std::array<Move, 1 << 16> moves_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s GAMES SEED\n", argv[0]);
        return 2;
    }
    const long long games = std::atoll(argv[1]);
    Random random(std::strtoull(argv[2], nullptr, 10));
    static Game game(random);
    long long turns = 0, twice = 0;
    const auto start = std::chrono::steady_clock::now();
    for (long long i = 0; i < games; ++i) {
        turns += game.play();
        twice += game.twiceResult();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("{\"games\":%lld,\"turns\":%lld,\"seconds\":%.6f,\"first_score\":%.6f}\n", games, turns,
                seconds.count(), games ? 0.5 * twice / games : 0.0);
}
