import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import { CUT_SHORT, failureOf, type Outcome, tell } from './outcome.ts'

export default class implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { message: string }[],
    reason: TestRunEndReason,
  ): void {
    const outcome: Outcome = { passed: [], failures: [], errors: errors.map(({ message }) => message) }
    if (reason === 'interrupted') outcome.errors.push(CUT_SHORT)
    for (const module of modules) {
      for (const group of [module, ...module.children.allSuites()])
        for (const { message, stacks } of group.errors())
          outcome.failures.push(failureOf(module.moduleId, '', message, stacks?.[0]))
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result()
        if (state === 'passed') outcome.passed.push(test.id)
        if (state === 'failed')
          outcome.failures.push(failureOf(module.moduleId, test.fullName, error?.message, error?.stacks?.[0]))
      }
    }
    tell(outcome)
  }
}
