// 13 Leaves on boardgame.io, with the standard options of ours, and a client that plays it at random.
// Usage: node leaves.cjs FOLDER, where FOLDER leads to boardgame.io. Each line on standard input is a number of seconds;
// whole games are played until so much CPU time is over, and {"moves", "games", "seconds"} is the answer.
'use strict';

process.env.NODE_ENV = 'production';
const readline = require('node:readline');
const { Client } = require(require.resolve('boardgame.io/client', { paths: [process.argv[2]] }));

const INVALID_MOVE = 'INVALID_MOVE';
const HAND_SIZE = { 3: 15, 4: 13, 5: 11, 6: 9 };
const TRICK_GUARD = 100;
const SEATS = 4;

// moves are those of the yardstick: 16 * value + count plays, -value takes, 0 takes nothing
function legal(G, seat) {
  const { table, low, high } = G;
  const hand = G.hands[seat];
  const moves = [];
  if (!low) {
    for (let v = 1; v < 14; v++) for (let k = 1; k <= hand[v]; k++) moves.push(v * 16 + k);
    if (G.hasLed) moves.push(0);
    return moves;
  }
  for (let v = 1; v <= low; v++) for (let k = table[low]; k <= hand[v]; k++) moves.push(v * 16 + k);
  for (let v = high > low ? high : high + 1; v < 14; v++) {
    for (let k = table[high]; k <= hand[v]; k++) moves.push(v * 16 + k);
  }
  for (let v = low; v <= high; v++) if (table[v]) moves.push(-v);
  return moves;
}

function play(G, seat, value, count) {
  G.hands[seat][value] -= count;
  G.left[seat] -= count;
  G.table[value] += count;
  G.hasLed = true;
  if (!G.low) G.low = G.high = value;
  else if (value < G.low) G.low = value;
  else if (value > G.high) G.high = value;
  if (!G.left[seat]) G.isOver = true;
}

function take(G, seat, value) {
  G.stays[seat] = false;
  if (!value) return;
  G.table[value]--;
  G.hands[seat][value]++;
  G.left[seat]++;
  if (G.table[value]) return;
  if (G.low === G.high) G.low = G.high = 0;
  else if (value === G.low) while (!G.table[G.low]) G.low++;
  else if (value === G.high) while (!G.table[G.high]) G.high--;
}

function endTrick(G) {
  G.table = Array(14).fill(0);
  G.low = G.high = 0;
  G.hasLed = false;
  G.stays = Array(G.stays.length).fill(true);
  G.tricks++;
  if (G.tricks === TRICK_GUARD) G.isOver = true;
}

function deal({ ctx, random }) {
  const seats = ctx.numPlayers;
  const deck = [];
  for (let v = 1; v < 14; v++) for (let k = Math.min(v + 1, 15 - v); k > 0; k--) deck.push(v);
  const order = random.Shuffle(deck);
  const hands = Array.from({ length: seats }, () => Array(14).fill(0));
  for (let place = 0; place < seats * HAND_SIZE[seats]; place++) hands[place % seats][order[place]]++;
  return {
    hands,
    left: Array(seats).fill(HAND_SIZE[seats]),
    table: Array(14).fill(0),
    low: 0,
    high: 0,
    hasLed: false,
    stays: Array(seats).fill(true),
    tricks: 0,
    next: random.Die(seats) - 1,
    isOver: false,
  };
}

function act({ G, ctx, events }, move) {
  const seat = Number(ctx.currentPlayer);
  if (!legal(G, seat).includes(move)) return INVALID_MOVE;
  if (move > 0) play(G, seat, move >> 4, move & 15);
  else take(G, seat, -move);
  if (G.isOver) return undefined;
  let next = (seat + 1) % ctx.numPlayers;
  while (!G.stays[next]) next = (next + 1) % ctx.numPlayers;
  G.next = next;
  if (G.stays.filter(Boolean).length === 1) endTrick(G);
  events.endTurn();
  return undefined;
}

const Leaves = {
  name: 'leaves',
  setup: deal,
  disableUndo: true, // it would keep every state
  turn: { order: { first: ({ G }) => G.next, next: ({ G }) => G.next } },
  moves: { act },
  endIf: ({ G }) => (G.isOver ? { left: G.left } : undefined),
};

function game() {
  const client = Client({ game: Leaves, numPlayers: SEATS, debug: false });
  client.start();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const open = legal(state.G, Number(state.ctx.currentPlayer));
    client.moves.act(open[Math.floor(Math.random() * open.length)]);
    moves++;
  }
  client.stop();
  return moves;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const limit = Number(line) * 1e6;
  const start = process.cpuUsage();
  let moves = 0;
  let games = 0;
  let spent = 0;
  while (spent < limit) {
    moves += game();
    games++;
    const { user, system } = process.cpuUsage(start);
    spent = user + system;
  }
  console.log(JSON.stringify({ moves, games, seconds: spent / 1e6 }));
});
