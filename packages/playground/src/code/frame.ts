// What runs in the sandboxed frame itself: it starts a worker for each module, and hands on its first word.

interface FrameRequest {
  readonly id: number;
  readonly text: string;
}

const program = document.querySelector("#program")?.textContent ?? "";
const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
let worker: Worker | undefined;

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

addEventListener("message", ({ source, data }: MessageEvent<FrameRequest>) => {
  if (source !== parent) return;
  stop();
  const { id, text } = data;
  const started = new Worker(url);
  worker = started;
  const answer = (result: unknown): void => {
    if (worker !== started) return;
    stop();
    // The origin of the page is not known here, and the result is no secret: the text came from there.
    parent.postMessage({ id, result }, "*");
  };
  started.addEventListener("message", (event: MessageEvent<unknown>) => answer(event.data));
  started.addEventListener("error", (event) => {
    event.preventDefault();
    answer(undefined);
  });
  started.postMessage(text, []);
});

parent.postMessage("ready", "*");
