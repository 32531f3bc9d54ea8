#include "harmonies/fair.hpp"

#include <vector>

#include "check.hpp"
#include "harmonies/dealer.hpp"
#include "harmonies/text.hpp"

namespace harmonies {
namespace {

std::string hex(const Bytes32& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes)
    for (const int half : {byte >> 4, byte & 15})
      text += "0123456789abcdef"[static_cast<std::size_t>(half)];
  return text;
}

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Bytes32 key_of(std::initializer_list<std::uint8_t> first) {
  Bytes32 key{};
  std::size_t at = 0;
  for (const std::uint8_t byte : first) key[at++] = byte;
  return key;
}

// The words of a block as the bytes they stand for.
std::string block(ChaCha20& stream) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    const std::uint32_t word = stream.next();
    for (int shift = 0; shift < 32; shift += 8)
      for (const std::uint32_t half : {word >> (shift + 4) & 15, word >> shift & 15})
        text += "0123456789abcdef"[half];
  }
  return text;
}

TEST("SHA-256 agrees with the published vectors") {
  struct Vector {
    std::string message;
    const char* digest;
  };
  // FIPS 180-4 examples, and the lengths where the padding fills a block or needs another.
  for (const Vector& vector : {
           Vector{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
           Vector{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
           Vector{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
           Vector{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
                  "klmnopqrlmnopqrsmnopqrstnopqrstu",
                  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
           Vector{std::string(55, 'a'),
                  "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
           Vector{std::string(56, 'a'),
                  "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
           Vector{std::string(64, 'a'),
                  "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
           Vector{std::string(1000000, 'a'),
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
       })
    CHECK_EQUAL(hex(sha256(bytes_of(vector.message))), vector.digest);
}

TEST("ChaCha20 agrees with the vectors of RFC 8439") {
  // Appendix A.1, test vectors 1 to 5. The label is the nonce; blocks count from 0.
  ChaCha20 zeros(Bytes32{}, "");
  CHECK_EQUAL(block(zeros),
              "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
              "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
  CHECK_EQUAL(block(zeros),
              "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
              "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
  Bytes32 last_one{};
  last_one[31] = 1;
  ChaCha20 third(last_one, "");
  block(third);
  CHECK_EQUAL(block(third),
              "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
              "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0");
  ChaCha20 fourth(key_of({0, 255}), "");
  block(fourth);
  block(fourth);
  CHECK_EQUAL(block(fourth),
              "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
              "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096");
  ChaCha20 fifth(Bytes32{}, std::string_view("\0\0\0\0\0\0\0\0\0\0\0\2", 12));
  CHECK_EQUAL(block(fifth),
              "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
              "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d");
}

TEST("numbers below a bound are drawn without bias") {
  struct Fixed {
    std::vector<std::uint32_t> words;
    std::size_t at = 0;
    std::uint32_t next() { return words[at++]; }
  };
  // 2^32 leaves 1 when it is divided by 3, so the last word is thrown away.
  Fixed source{{0xffffffff, 0xfffffffe, 5}};
  CHECK_EQUAL(below(source, 3), 2U);
  CHECK_EQUAL(source.at, 2U);
  Fixed whole{{0xffffffff}};
  CHECK_EQUAL(below(whole, 2), 1U);
}

TEST("the fast random numbers are the same everywhere") {
  // Counted with another implementation of splitmix64 and xoshiro128++.
  FastRandom zero(0);
  for (const std::uint32_t word : {0x4653daa3U, 0x73922b58U, 0xb82b4addU, 0xd9fabd3bU})
    CHECK_EQUAL(zero.next(), word);
  FastRandom other(2026);
  for (const std::uint32_t word : {0xba245d28U, 0xac703a62U, 0x33329b0dU})
    CHECK_EQUAL(other.next(), word);
}

// What follows from a secret and the nonces of the seats. The first is the vector that
// docs/fair-deal.md shows; all were made by plain Python that shares nothing with the core.
struct Deal {
  const char* secret;  // each of its 32 bytes
  std::vector<const char*> nonces;
  const char* seed;
  int first_of_four;
  const char* draw;
};

const Deal kDeals[] = {
    {"\x00",
     {""},
     "1c9ecec90e28d2461650418635878a5c91e49f47586ecf75f2b0cbb94e897112",
     3,
     "drawn MLF WFH TLF WWW TLF turned penguin bat llama raccoon bee dealt cat tortoise"},
    {"\x00",
     {},
     "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
     0,
     "drawn WWM LLL WTL MHH WWM turned raccoon boar penguin crow wolf dealt stork dragonfly"},
    {"\x07",
     {"anna", "ben"},
     "25d881caf819e54a0b1aa803cbfe2fa3f231b661b7298e61ea40a8c0b10c15af",
     0,
     "drawn WWF WMT WLF WTH MTT turned gecko panther parrot crow eagle dealt owl tortoise"},
    {"\xff",
     {"", "one", "two", "three"},
     "c79dff6c13a7996c98751c4e6523f7f3ec42604d60c1c9e60d3400ebb0d27da3",
     3,
     "drawn TLH WFH WMF FFF WML turned panther bat hedgehog frog otter dealt lion owl"},
};

TEST("a secret and the nonces of the seats make the seed and the deal") {
  for (const Deal& one : kDeals) {
    Bytes32 secret;
    secret.fill(static_cast<std::uint8_t>(one.secret[0]));
    std::vector<Bytes32> hashes;
    for (const char* nonce : one.nonces) hashes.push_back(sha256(bytes_of(nonce)));
    const Bytes32 seed = fair_seed(secret, hashes);
    CHECK_EQUAL(hex(seed), one.seed);
    CHECK_EQUAL(seeded_first(seed, 4), one.first_of_four);
    CHECK_EQUAL(seeded_first(seed, 1), 0);
    const State start = new_game({Side::A, 4, true, 0});
    Dealer dealer = seeded_dealer(start, seed);
    CHECK_EQUAL(to_text(dealer.draw(start)), one.draw);
  }
}

TEST("the whole order of the bag follows from the seed") {
  const Bytes32 seed = fair_seed(Bytes32{}, {});
  State state = new_game({Side::A, 1, false, 0});
  Dealer dealer = seeded_dealer(state, seed);
  std::string drawn;
  TokenCount sum;
  // Asked for the same need again, the dealer goes on through its decks and then has nothing left.
  for (int draws = 0; draws < 20; ++draws) {
    const Draw draw = dealer.draw(state);
    for (const TokenCount& group : draw.groups)
      for (const Token token : kAllTokens) {
        drawn.append(group[token], kTokenLetters[static_cast<int>(token)]);
        sum[token] = static_cast<std::uint8_t>(sum[token] + group[token]);
      }
  }
  CHECK(sum == kBox);
  CHECK_EQUAL(drawn,
              "WWMLLLWTLMHHWWMMFHWMTMTLWMHWWHMMTLHHWWFTFHTLHWWMMTHLFHMLLTTL"
              "TFFWTHMFFWLFMMTWMTWLLMFFMTFWLFWFHMTFTLFTLLMTHWTTWWFMMLMTHWFF");
}

TEST("a dealer asked too often deals nothing more and what it says is refused") {
  State state = new_game({Side::B, 4, true, 0});
  FastRandom random(1);
  Dealer dealer(state, random);
  const State before = state;
  for (int draws = 0; draws < 1000; ++draws) {
    const Draw draw = dealer.draw(state);
    if (draws >= 8) CHECK(check(state, draw) != Refusal::none);
  }
  CHECK(state == before);
}

TEST("a dealer made while a pair is hidden never deals the spirit kept from it") {
  const State start = new_game({Side::A, 4, true, 0});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    FastRandom random(seed);
    State state = start;
    apply(state, redacted(Dealer(state, random).draw(state)));
    Dealer dealer(state, random);
    for (int turn = 0; turn < 4; ++turn) {
      const MoveList spirits = legal_moves(state);
      apply(state, spirits[below(random, static_cast<std::uint32_t>(spirits.size()))]);
      while (state.phase == Phase::play) {
        const MoveList moves = legal_moves(state);
        apply(state, moves[moves.size() - 1]);
      }
      CHECK_EQUAL(deal(state, dealer.draw(state)), Refusal::none);
    }
  }
}

TEST("every sampled state fits what is known") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    FastRandom random(seed);
    State state = new_game({Side::A, 3, true, 0});
    apply(state, Dealer(state, random).draw(state));
    const State seen = redacted(state, SeatSet{0});
    const State full = with_hidden_drawn(seen, random);
    CHECK(full.dealt[0] < full.dealt[1] && is_spirit(full.dealt[0]) && full.dealt[1] < kCardCount);
    CHECK(redacted(full, SeatSet{0}) == seen);
    CHECK(with_hidden_drawn(state, random) == state);
  }
}

}  // namespace
}  // namespace harmonies
