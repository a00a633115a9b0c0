import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './e2e/world.ts',
  outputDir: 'node_modules/.cache/journeys',
  // All share one world, two browsers at a time. Each makes its own people and projects.
  workers: 2,
  // On a shared machine a second is nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})
