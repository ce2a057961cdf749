// Short sounds, synthesised with the Web Audio API.

let context = null;
let quiet = false;

export const setQuiet = (value) => { quiet = value; };

// Browsers allow sound only after a tap or a key.
export function unlock() {
	if (!window.AudioContext) return;
	context ??= new AudioContext();
	if (context.state === 'suspended') context.resume();
}

// Plays a source that fades out. Times are in seconds.
function fade(source, at, length, volume, filter = null) {
	const begin = context.currentTime + at;
	const gain = context.createGain();
	gain.gain.setValueAtTime(volume, begin);
	gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
	(filter ? source.connect(filter) : source).connect(gain).connect(context.destination);
	source.start(begin);
	source.stop(begin + length);
}

function tone(pitch, { to = pitch, at = 0, length = 0.2, volume = 0.15 } = {}) {
	const source = context.createOscillator();
	source.type = 'triangle';
	source.frequency.setValueAtTime(pitch, context.currentTime + at);
	source.frequency.exponentialRampToValueAtTime(to, context.currentTime + at + length);
	fade(source, at, length, volume);
}

function knock(pitch, { at = 0, length = 0.07, volume = 0.6 } = {}) {
	const source = context.createBufferSource();
	source.buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
	const samples = source.buffer.getChannelData(0);
	samples.forEach((_, n) => { samples[n] = Math.random() * 2 - 1; });
	const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch });
	fade(source, at, length, volume, filter);
}

const SOUNDS = {
	move: () => { knock(900); tone(240, { to: 170, length: 0.09 }); },
	capture: () => { knock(500, { length: 0.15, volume: 0.9 }); tone(200, { to: 70, length: 0.25 }); },
	roll: () => [0, 0.08, 0.15, 0.24, 0.36].forEach((at) => knock(1500 - at * 1800, { at })),
	flip: () => { knock(2200); knock(1100, { at: 0.09 }); },
	flight: () => tone(300, { to: 900, length: 0.35 }),
	turn: () => { tone(660); tone(880, { at: 0.12 }); },
	end: () => [523, 659, 784, 1047].forEach((pitch, n) => tone(pitch, { at: n * 0.14, length: 0.4 })),
};

// The sounds above by the names of the host that differ.
const NAMES = {
	strike: 'capture', both_lost: 'capture', bomb: 'capture', landmine: 'capture', flag: 'end',
	your_turn: 'turn', home: 'turn',
};

// Plays the sound with a name; an unknown name sounds like a move.
export function play(name) {
	if (quiet || context?.state !== 'running') return;
	(SOUNDS[NAMES[name] ?? name] ?? SOUNDS.move)();
}
