/** Writes what happened, as JSON, to the file that `OUTCOME` names: for run-tests.ts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

type TestError = ReturnType<TestModule['errors']>[number]

/** `test`: with its groups, empty where a hook failed. `line`: of the source, where it failed. */
export type Failure = { file: string; test: string; message: string; line: string }
/** `passed`: identifiers, the same in every run. */
export type Outcome = {
  passed: string[]
  failures: Failure[]
  /** Messages of errors outside any test, such as a rejection that nobody handled. */
  errors: string[]
}

const ROOT = process.cwd()

export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const outcome: Outcome = { passed: [], failures: [], errors: errors.map(({ message }) => message) }
    for (const module of modules) {
      const add = (test: string, error: TestError | undefined) =>
        outcome.failures.push({
          file: relative(ROOT, module.moduleId),
          test,
          message: error?.message ?? '',
          line: sourceLine(error),
        })
      for (const group of [module, ...module.children.allSuites()])
        for (const error of group.errors()) add(group.type === 'suite' ? group.fullName : '', error)
      for (const test of module.children.allTests()) {
        const { state, errors: found } = test.result()
        if (state === 'passed') outcome.passed.push(test.id)
        if (state === 'failed') add(test.fullName, found?.[0])
      }
    }
    writeFileSync(process.env.OUTCOME as string, JSON.stringify(outcome))
  }
}

function sourceLine(error: TestError | undefined): string {
  const place = error?.stacks?.[0]
  if (!place) return ''
  return readFileSync(place.file, 'utf8').split('\n')[place.line - 1]?.trim() ?? ''
}
