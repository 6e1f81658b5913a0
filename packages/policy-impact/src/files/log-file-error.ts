/** A file of a log that cannot be read to its end as it was written. */
export class LogFileError extends Error {
  override readonly name = "LogFileError";
  readonly file: string;
  /** A sentence about the problem. */
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
    this.reason = reason;
  }
}

export function refuseCut(file: string, how: string): never {
  throw new LogFileError(file, `It is cut off: the data of ${how} has no end.`);
}

export function refuseDamaged(file: string, how: string): never {
  throw new LogFileError(file, `It is damaged: it is not what ${how} once wrote.`);
}

export function refuseOther(file: string, how: string): never {
  throw new LogFileError(file, `Its name says that it is compressed by ${how}, and it is not.`);
}

export function refuseMore(file: string, how: string): never {
  throw new LogFileError(file, `Something stands behind the end of its data of ${how}.`);
}
