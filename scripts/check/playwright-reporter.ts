import { stripVTControlCharacters } from 'node:util'
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { CUT_SHORT, failureOf, type Outcome, tell } from './outcome.ts'

export default class implements Reporter {
  #outcome: Outcome = { passed: [], failures: [], errors: [] }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return
    if (test.ok()) this.#outcome.passed.push(test.id)
    else {
      const { message = result.status, location } = result.error ?? {}
      // Its first names are those of the project and the file.
      const title = test.titlePath().slice(3).join(' > ')
      this.#outcome.failures.push(failureOf(test.location.file, title, plain(message), location))
    }
  }

  onError({ message = 'unknown' }: TestError): void {
    this.#outcome.errors.push(plain(message))
  }

  onEnd({ status }: FullResult): void {
    if (status === 'interrupted' || status === 'timedout') this.#outcome.errors.push(CUT_SHORT)
    tell(this.#outcome)
  }
}

const plain = (text: string) => stripVTControlCharacters(text)
