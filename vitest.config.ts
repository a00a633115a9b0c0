import { defineConfig } from 'vitest/config'
import { treeSeed } from './scripts/check/tree-seed.ts'

export default defineConfig({
  test: {
    // Two cores: more workers than that only make real servers wait for each other.
    maxWorkers: 2,
    // What a test prints helps to read a failure, and nothing else.
    silent: 'passed-only',
    // On a shared machine a second is nothing, so polls are patient.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
    tags: [{ name: 'release', description: 'runs in npm run test:all alone: docs/tests.md' }],
    env: { TEST_SEED: String(treeSeed()) },
    setupFiles: ['server/testing/seed.ts'],
    projects: [
      {
        // Functions of their arguments: neither a database nor another process, so threads are enough.
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,i18n}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,emulators,conformance,bench,simulator,fuzz,cli,scripts,contracts}/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          // Files share a process, and so what they import, a third of the time. What a test replaces is put back after it.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
    ],
  },
})
