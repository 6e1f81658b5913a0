// Runs command lines one after the other in one process, as the command that is built runs one. CommonJS,
// because a place in an ES module would be taken for one in code of the user's.
const { Writable, Readable } = require("node:stream");

const bin = require.resolve("../packages/cli/bin/traffic-policy.cjs");
const { command } = require("../packages/cli/dist/start.cjs");

/** @typedef {import("./command-hosts.ts").CommandLine} CommandLine */
/** @typedef {import("./command-hosts.ts").Answered} Answered */

// Kept here, because code of the user's gets other ones.
const { chdir, exit } = process;
const send = /** @type {NonNullable<typeof process.send>} */ (process.send).bind(process);

/** Takes what code of the user's prints. @type {(bytes: Uint8Array) => void} */
let takePrinted = () => {};
const printed = new Writable({
  write(chunk, _encoding, written) {
    takePrinted(chunk);
    written();
  },
});
let input = Readable.from([]);
define("stdout", () => printed);
define("stderr", () => printed);
define("stdin", () => input);

process.on("disconnect", () => exit.call(process));
void listen();

async function listen() {
  /** @type {CommandLine} */
  const line = await new Promise((settle) => process.once("message", settle));
  send(await run(line));
  void listen();
}

/**
 * @param {CommandLine} line
 * @returns {Promise<Answered>}
 */
async function run({ args, cwd, env, input: text }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  chdir.call(process, cwd);
  process.argv.splice(1, Infinity, bin, ...args);
  input = Readable.from(text === undefined ? [] : [Buffer.from(text)]);
  const out = destination();
  const err = destination();
  const terminal = await command.createTerminal({ out, err });
  takePrinted = (bytes) => err.stream().write(bytes);
  terminal.takeAll();
  command.hideApiKey(args, terminal);
  command.forgetTexts();
  const status = await command.run(args, terminal);
  const isWritten = await terminal.flushed();
  const hasFailed = command.hasFailedLater();
  return {
    status: isWritten && !hasFailed ? status : 2,
    out: out.text(),
    err: err.text(),
    // What code of the user's has left would be there in the next run, too.
    isSpent: hasFailed || command.wasStopped() || process.getActiveResourcesInfo().some(isLeft),
  };
}

/** What is not the connection to the process that tells what to run, or a file that is being closed. */
function isLeft(/** @type {string} */ resource) {
  return !/^(?:PipeWrap|MessagePort|CloseReq|FSReq.*)$/.test(resource);
}

/** Takes what is written, as a pipe does. */
function destination() {
  /** @type {Buffer[]} */
  const pieces = [];
  const write = (/** @type {Uint8Array} */ bytes) => pieces.push(Buffer.from(bytes));
  /** @type {() => Writable} */
  let stream = () => printed;
  return {
    kind: /** @type {const} */ ("pipe"),
    write(/** @type {Uint8Array} */ bytes) {
      write(bytes);
      return bytes.length;
    },
    open: () =>
      new Writable({
        write(chunk, _encoding, written) {
          write(chunk);
          written();
        },
      }),
    takeAll(/** @type {() => Writable} */ get) {
      stream = get;
    },
    stream: () => stream(),
    text: () => Buffer.concat(pieces).toString(),
  };
}

/**
 * @param {"stdin" | "stdout" | "stderr"} name
 * @param {() => unknown} get
 */
function define(name, get) {
  Object.defineProperty(process, name, { get, configurable: true, enumerable: true });
}
