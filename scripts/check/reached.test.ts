/** What `npm run test:changed` runs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changedFiles, reachedBy } from './reached.ts'
import { ROOT } from './run.ts'

let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tune-reached-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ana')
  git('config', 'user.email', 'ana@tune.test')
})

function write(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), path)
}

function commit(path: string): void {
  write(path)
  git('add', '.')
  git('commit', '--quiet', '--message', path)
}

describe('what was changed', () => {
  test('on a branch is what its commits and the folder have beyond main', () => {
    commit('a.ts')
    git('checkout', '--quiet', '-b', 'work')
    commit('b.ts')
    write('c.ts')
    expect(changedFiles(root)).toEqual(['b.ts', 'c.ts'])
  })

  test('without a main of its own is what there is beyond that of the origin', () => {
    commit('a.ts')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('branch', '--quiet', '--move', 'work')
    commit('b.ts')
    expect(changedFiles(root)).toEqual(['b.ts'])
  })

  test('on main is what was not pushed, and without an origin what was not committed', () => {
    commit('a.ts')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    commit('b.ts')
    write('c.ts')
    expect(changedFiles(root)).toEqual(['b.ts', 'c.ts'])
    git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(changedFiles(root)).toEqual(['c.ts'])
  })

  test('is not known without any main, nor without a repository', () => {
    commit('a.ts')
    git('branch', '--quiet', '--move', 'work')
    expect(() => changedFiles(root)).toThrow('Neither main nor origin/main is here')
    rmSync(join(root, '.git'), { recursive: true })
    expect(() => changedFiles(root)).toThrow('git rev-parse')
  })
})

describe('what reaches a change', () => {
  test('of SQL functions: the sources and the tests of their capability', () => {
    const reached = reachedBy(['server/product/gifts/sql/gifts.sql', 'README.md'], ROOT) ?? []
    expect(reached).toContain('server/product/gifts/given-gifts.ts')
    expect(reached).toContain('server/product/gifts/gifts.test.ts')
    expect(reached.filter((path) => !path.startsWith('server/product/gifts/'))).toEqual([])
  })

  test('of any SQL functions is never nothing', () => {
    const files = execFileSync('git', ['ls-files', 'server/**/sql/*.sql'], { cwd: ROOT, encoding: 'utf8' })
    const paths = files.trim().split('\n')
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((path) => reachedBy([path], ROOT)?.length === 0)).toEqual([])
  })

  test('of a migration, and of what nobody names: all', () => {
    expect(reachedBy(['db/migrations/0001_any.sql', 'domain/gift.ts'], ROOT)).toBeNull()
    expect(reachedBy(['db/nobody-names-this.json'], ROOT)).toBeNull()
  })

  test('of what no import leads to: the sources that name it', () => {
    expect(reachedBy(['db/policies.json'], ROOT)).toContain('server/platform/db/policies.test.ts')
    expect(reachedBy(['domain/gift.ts', 'docs/tests.md'], ROOT)).toEqual(['domain/gift.ts'])
  })
})
