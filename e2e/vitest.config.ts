import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['e2e/world.ts'],
    include: ['e2e/**/*.test.ts'],
    // All share one world, two browsers at a time. Each makes its own people and projects.
    maxWorkers: 2,
    tags: [{ name: 'release', description: 'runs in npm run test:all alone: docs/tests.md' }],
    // Output is only shown for failed tests.
    silent: 'passed-only',
    // On a shared machine a second is nothing, so polls are patient.
    expect: { poll: { timeout: 60_000, interval: 100 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
