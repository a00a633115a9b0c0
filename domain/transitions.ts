/** A state machine as data: each status with the statuses it may become. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** True when the machine allows the step from `from` to `to`; staying in place is not a step. */
export function mayBecome<Status extends string>(
  machine: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return machine[from].includes(to)
}
