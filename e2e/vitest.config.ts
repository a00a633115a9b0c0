import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['e2e/world.ts'],
    include: ['e2e/**/*.test.ts'],
    // All in one world, two browsers at a time: most of a journey is waiting. Each makes its own people and projects.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
