import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    include: [
      '{domain,i18n,server,emulators,conformance,bench,simulator,fuzz,cli,scripts,contracts}/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
    ],
    // What a test prints helps to read a failure, and nothing else.
    silent: 'passed-only',
    // Two cores: more workers than that only make real servers wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On a shared machine a second is nothing, so polls are patient.
    expect: { poll: { timeout: 20_000 } },
  },
})
