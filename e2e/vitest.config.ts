import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['e2e/world.ts'],
    include: ['e2e/**/*.test.ts'],
    // All in one world, two browsers at a time: most of a journey is waiting. Each makes its own people and projects.
    maxWorkers: 2,
    // What a test prints helps to read a failure, and nothing else.
    silent: 'passed-only',
    // On a machine that is shared a second is nothing: what is waited for is waited for, and fails only when it is not to come.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
