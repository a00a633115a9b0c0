import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['e2e/world.ts'],
    include: ['e2e/**/*.test.ts'],
    // One world, one browser after another: a journey is not hurried by its neighbour.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
