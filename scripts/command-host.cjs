// Runs command lines one after the other in one process, as the command that is built runs one. CommonJS,
// because a place in an ES module would be taken for one in code of the user's.
const { writeSync } = require("node:fs");
const { Readable, Writable } = require("node:stream");

const bin = require.resolve("../packages/cli/bin/traffic-policy.cjs");
const { command } = require("../packages/cli/dist/start.cjs");

/** @typedef {import("./command-hosts.ts").CommandLine} CommandLine */
/** @typedef {import("./command-hosts.ts").Answered} Answered */

// Kept here, because code of the user's gets other ones.
const { chdir, exit, kill, pid } = process;
const nextTurn = setImmediate;
const send = /** @type {NonNullable<typeof process.send>} */ (process.send).bind(process);

/** Takes what code of the user's prints. @type {(bytes: Uint8Array) => void} */
let takePrinted = () => {};
const printed = new Writable({
  write(chunk, _encoding, written) {
    takePrinted(chunk);
    written();
  },
});
for (const name of ["stdout", "stderr"]) {
  Object.defineProperty(process, name, { get: () => printed, configurable: true });
}

process.on("disconnect", () => {
  try {
    exit.call(process);
  } finally {
    // What runs at the exit may not let it happen.
    kill.call(process, pid, "SIGKILL");
  }
});
void listen();

async function listen() {
  /** @type {CommandLine} */
  const line = await new Promise((settle) => process.once("message", settle));
  try {
    send(await run(line));
  } catch (error) {
    // What waits for the answer sees the process end, and what it has written.
    writeSync(2, `${error}\n`);
    exit.call(process, 1);
  }
  void listen();
}

/**
 * Code of the user's sees the folder and the variables of the process; the command is given them.
 *
 * @param {CommandLine} line
 * @returns {Promise<Answered>}
 */
async function run({ args, cwd, env, input, columns }) {
  const before = process.cpuUsage();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  chdir.call(process, cwd);
  process.argv.splice(1, Infinity, bin, ...args);
  const out = destination(columns);
  const err = destination();
  const content = input === undefined ? [] : [Buffer.from(input)];
  const context = await command.createContext(
    { out, err, input: () => Readable.from(content) },
    args,
  );
  takePrinted = (bytes) => err.stream().write(bytes);
  const status = await command.execute(args, context);
  const isSpent = command.isSpent() || (await isAnythingLeft());
  const { user, system } = process.cpuUsage(before);
  const processorTime = (user + system) / 1e6;
  return { status, out: out.text(), err: err.text(), isSpent, processorTime };
}

/** Whether something goes on; what is only being closed, such as a connection, is gone after a few turns. */
async function isAnythingLeft() {
  for (let turn = 0; turn < 10; turn += 1) {
    if (!process.getActiveResourcesInfo().some(isLeft)) return false;
    await new Promise((settle) => void nextTurn(settle));
  }
  return true;
}

/** What is not the connection to the process that tells what to run, or a file that is being closed. */
function isLeft(/** @type {string} */ resource) {
  return !/^(?:PipeWrap|MessagePort|CloseReq|FSReq.*)$/.test(resource);
}

/** Takes what is written, as a pipe does, or a terminal so wide. */
function destination(/** @type {number | undefined} */ columns) {
  /** @type {Buffer[]} */
  const pieces = [];
  /** @type {() => Writable} */
  let stream = () => printed;
  const write = (/** @type {Uint8Array} */ bytes) => {
    pieces.push(Buffer.from(bytes));
    return bytes.length;
  };
  return {
    kind: /** @type {"pipe" | "terminal"} */ (columns === undefined ? "pipe" : "terminal"),
    columns,
    write,
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
