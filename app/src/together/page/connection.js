// The connection to the table. It is made again after sleep or a lost network.

const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
// How long an answer to an action may take before the connection counts as lost.
const ANSWER_TIME = 8_000;
// After this time in the background, a phone may have lost the connection without notice.
const LONG_SLEEP = 20_000;

export class Connection {
	/**
	 * `greeting()` returns the first message of a connection, `onMessage(message)` takes each
	 * message, and `onState(state)` is called with `connecting`, `lost` or `closed`.
	 */
	constructor({ greeting, onMessage, onState }) {
		Object.assign(this, { greeting, onMessage, onState, socket: null, wanted: false, hiddenAt: 0 });
		window.addEventListener('online', () => this.wake());
		document.addEventListener('visibilitychange', () => {
			if (document.hidden) this.hiddenAt = Date.now();
			else this.wake();
		});
	}

	open() {
		this.wanted = true;
		this.delay = FIRST_DELAY;
		this.connect();
	}

	close() {
		this.wanted = false;
		this.drop();
		this.onState('closed');
	}

	// Connects anew, for example because the language has changed.
	restart() {
		if (this.wanted) this.connect();
	}

	// Sends a message. Returns false if there is no connection; nothing is sent later.
	send(message) {
		if (this.socket?.readyState !== WebSocket.OPEN) return false;
		this.socket.send(JSON.stringify(message));
		return true;
	}

	// Makes the connection again if no answer arrives in time.
	expectAnswer() {
		clearTimeout(this.answerTimer);
		this.answerTimer = setTimeout(() => this.restart(), ANSWER_TIME);
	}

	connect() {
		this.drop();
		this.onState('connecting');
		const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/socket`);
		this.socket = socket;
		socket.onopen = () => this.send(this.greeting());
		socket.onmessage = ({ data }) => {
			clearTimeout(this.answerTimer);
			this.delay = FIRST_DELAY;
			this.onMessage(JSON.parse(data));
		};
		socket.onclose = () => this.lost();
	}

	// Closes the socket and ignores its further events.
	drop() {
		clearTimeout(this.retryTimer);
		clearTimeout(this.answerTimer);
		const { socket } = this;
		this.socket = null;
		if (!socket) return;
		socket.onopen = socket.onmessage = socket.onclose = null;
		socket.close();
	}

	lost() {
		this.socket = null;
		clearTimeout(this.answerTimer);
		if (!this.wanted) return;
		this.onState('lost');
		const delay = this.delay * (0.75 + Math.random() / 2);
		this.retryTimer = setTimeout(() => this.connect(), delay);
		this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
	}

	// Connects again, if necessary, when the page is shown again or the network is back.
	wake() {
		if (!this.wanted || document.hidden) return;
		const slept = this.hiddenAt > 0 && Date.now() - this.hiddenAt > LONG_SLEEP;
		this.hiddenAt = 0;
		const alive = this.socket && this.socket.readyState <= WebSocket.OPEN;
		if (alive && !slept) return;
		this.delay = FIRST_DELAY;
		this.connect();
	}
}
