/** What the reporters of both runners tell run-tests.ts, as JSON in the file that `OUTCOME` names. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `test`: with its groups, empty where a hook failed. `line`: of the source, where it failed. */
export type Failure = { file: string; test: string; message: string; line: string }
export type Outcome = {
  /** Identifiers, the same in every run. */
  passed: string[]
  failures: Failure[]
  /** Messages of errors outside any test, such as a rejection that nobody handled. */
  errors: string[]
}

/** An error: what was not run cannot be said to have passed. */
export const CUT_SHORT = 'the run was cut short, and some tests were not run'

type Place = { file: string; line: number }

/** `at`: where it failed, if that is known. */
export function failureOf(file: string, test: string, message = '', at?: Place): Failure {
  return { file: relative(process.cwd(), file), test, message, line: at ? lineAt(at) : '' }
}

function lineAt({ file, line }: Place): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  // It may have been a file of the test's own, and gone with it.
  if (!existsSync(path)) return ''
  return readFileSync(path, 'utf8').split('\n')[line - 1]?.trim() ?? ''
}

export function tell(outcome: Outcome): void {
  writeFileSync(process.env.OUTCOME as string, JSON.stringify(outcome))
}
