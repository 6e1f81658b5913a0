/** A file of a log that cannot be read to its end as it was written. */
export class LogFileError extends Error {
  override readonly name = "LogFileError";
  readonly file: string;
  /** What is wrong with it, as a sentence. */
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
    this.reason = reason;
  }
}

/** @throws LogFileError for a file that ends before what it holds */
export function refuseCut(file: string, how: string): never {
  throw new LogFileError(file, `It is cut off: the data of ${how} has no end.`);
}

/** @throws LogFileError for a file that is not what it was */
export function refuseDamaged(file: string, how: string): never {
  throw new LogFileError(file, `It is damaged: it is not what ${how} once wrote.`);
}

/** @throws LogFileError for a file whose name says how it is compressed, and that is not */
export function refuseOther(file: string, how: string): never {
  throw new LogFileError(file, `Its name says that it is compressed by ${how}, and it is not.`);
}

/** @throws LogFileError for a file that goes on after its end */
export function refuseMore(file: string, how: string): never {
  throw new LogFileError(file, `Something stands behind the end of its data of ${how}.`);
}
