import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    include: [
      '{domain,i18n,server,emulators,conformance,bench,simulator,cli,scripts,contracts}/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
    ],
    // What a test prints helps to read a failure, and nothing else.
    silent: 'passed-only',
    // Two cores: more workers than that only make real servers wait for each other.
    maxWorkers: 2,
    // The driver writes to a connection that a killed server has just closed (porsager/postgres#1208). In production
    // the process ends and is started again; here, that one fault of that one file is expected.
    onUnhandledError: (fault) =>
      !/postgres\/src\/connection\.js/.test(fault.stack ?? '') || !/reading 'write'/.test(fault.message),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
