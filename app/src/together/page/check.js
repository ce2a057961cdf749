// The check at the end of a game: dice and layouts have to match the commitments to them.

import { bytesOf, fromHex, joined, sha256, toHex } from './sha256.js';

const HOST = 'host';

// Returns the commitment to a layout: the hash of the salt and the letters.
export function layoutCommitment(saltHex, letters) {
	const salt = fromHex(saltHex);
	return salt && toHex(sha256(joined(salt, bytesOf(letters))));
}

// Returns the master seed as bytes, or null if a share is missing. The host's share comes first, then
// those of the seats by name: with an order of its choice, the host could choose among several seeds.
export function masterSeed(shares, names) {
	const others = names.filter((name) => name !== HOST).sort();
	const parts = [HOST, ...others].map((name) => fromHex(shares[name]));
	return parts.includes(null) ? null : sha256(joined(bytesOf('qipan together'), ...parts));
}

// Returns roll number `k`, counted from 0, of a seed.
export function rollOf(seed, k) {
	const number = new Uint8Array(8);
	new DataView(number.buffer).setBigUint64(0, BigInt(k), true);
	for (let retry = 0; retry < 256; retry += 1) {
		const hash = sha256(joined(seed, bytesOf('dice'), number, Uint8Array.of(retry)));
		const byte = hash.find((candidate) => candidate < 252);
		if (byte !== undefined) return 1 + (byte % 6);
	}
	throw new Error('no roll in 256 hashes');
}

/**
 * Keeps the rolls that this page saw, as runs without a gap. A run that began with the game is
 * `whole`: its first roll is roll 0. Another run begins after each time away.
 */
export class SeenRolls {
	constructor(runs = []) {
		this.runs = runs;
	}

	// Notes a whole position. Later rolls were taken back; earlier ones may have been missed.
	view(step) {
		const run = this.runs.at(-1);
		if (step === 0) {
			this.runs = [{ whole: true, last: 0, rolls: [] }];
		} else if (run && step <= run.last) {
			run.rolls = run.rolls.filter(([at]) => at <= step);
			run.last = step;
		} else {
			this.runs.push({ whole: false, last: step, rolls: [] });
		}
	}

	step(step, events) {
		const run = this.runs.at(-1);
		if (!run) return;
		run.last = step;
		for (const { kind, die } of events ?? []) {
			if (kind === 'rolled' || kind === 'opening_rolled') run.rolls.push([step, die]);
		}
	}

	/**
	 * Compares with the rolls that the end discloses. Returns null if all match, otherwise the first
	 * step that showed another die.
	 */
	mismatch(rolls) {
		for (const { whole, rolls: seen } of this.runs) {
			const firstMismatch = (from) => seen.findIndex(([, die], at) => rolls[from + at] !== die);
			if (whole) {
				const wrong = firstMismatch(0);
				if (wrong >= 0) return { step: seen[wrong][0], roll: wrong };
			} else if (seen.length > 0 && !rolls.some((_, from) => firstMismatch(from) < 0)) {
				return { step: seen[0][0] };
			}
		}
		return null;
	}
}

/**
 * Checks the end of a game against what this page kept: `commits` and `layouts` of the last round,
 * the `commitment` to the seed, the own `seat`, `share` and `layout`, and the rolls `seen`.
 *
 * Returns the `result`: `fair`, `wrong`, or `partly` if the page did not see the commitments. If it is
 * `wrong`, `what` names the check that failed.
 */
export function checkEnd(end, known) {
	const wrong = (what, more = {}) => ({ result: 'wrong', what, ...more });
	const shares = end.shares ?? {};
	const order = end.order ?? Object.keys(shares);
	const { commits, layouts: layoutCommits = {}, seat, share, layout } = known;

	for (const [who, text] of Object.entries(shares)) {
		const bytes = fromHex(text);
		if (bytes?.length !== 32) return wrong('share', { who });
		if (commits && toHex(sha256(bytes)) !== commits[who]) return wrong('share', { who });
	}
	// A share that was committed to but left out would let the host choose among seeds.
	for (const who of Object.keys(commits ?? {})) {
		if (!(who in shares) || (who !== HOST && !order.includes(who))) return wrong('left_out', { who });
	}
	if (seat && share && (shares[seat] !== share || !order.includes(seat))) return wrong('left_out', { who: seat });

	const seed = fromHex(end.seed);
	const master = masterSeed(shares, order);
	if (!seed || !master || toHex(master) !== end.seed.toLowerCase()) return wrong('seed');
	if (known.commitment && toHex(sha256(seed)) !== known.commitment) return wrong('commitment');

	const rolls = end.rolls ?? [];
	const roll = rolls.findIndex((die, k) => die !== rollOf(seed, k));
	if (roll >= 0) return wrong('roll', { roll: roll + 1 });
	const mismatch = known.seen?.mismatch(rolls);
	if (mismatch) return wrong('seen', { step: mismatch.step });

	const layouts = end.layouts ?? {};
	for (const [who, { layout: letters, salt }] of Object.entries(layouts)) {
		const commitment = layoutCommitment(salt, letters);
		if (commits && commitment !== layoutCommits[who]) return wrong('layout', { who });
	}
	for (const who of Object.keys(layoutCommits)) {
		if (!layouts[who]) return wrong('layout', { who });
	}
	if (seat && layout && layouts[seat]?.layout !== layout) return wrong('layout', { who: seat });

	const result = commits && known.commitment ? 'fair' : 'partly';
	return { result, dice: rolls.length, layouts: Object.keys(layouts).length };
}
