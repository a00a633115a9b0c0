/** The settings as a server looks at them before it serves people: stricter than the command line, which mends things. */
import { type Env, readWhatCanBe, SETTINGS } from './env.ts'
import { strangeNames } from './env-names.ts'
import { type Rule, rulesBroken } from './env-rules.ts'
import { halvesMissing } from './env-together.ts'

export type Examined = {
  /** What could be read, with defaults: everything when there is no fault. */
  read: Partial<Env>
  /** What a server does not start with. */
  faults: string[]
  /** What it starts with, and says. */
  warnings: string[]
}

/** As `readEnv`; what contradicts itself, or does not suit a public site, is found as well. */
export function examineEnv(source?: NodeJS.ProcessEnv): Examined {
  const { read, faults, present } = readWhatCanBe(source)
  const broken = rulesBroken(read)
  const say = ({ name, said, advice }: Rule) => `${name}: ${said}. ${advice}`
  const strange = strangeNames(present, SETTINGS)
  const refused = [...faults, ...halvesMissing(present), ...broken.refused.map(say)]
  return {
    read,
    // Beside what is missing, a name that nearly fits explains why.
    faults: refused.length > 0 ? [...refused, ...strange] : [],
    warnings: [...broken.warned.map(say), ...strange],
  }
}
