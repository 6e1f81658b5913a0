/** An action that fails, and the request with it; the message is a sentence. */
export class ActionFailure extends Error {}
