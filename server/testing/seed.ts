/** Whatever fast-check draws follows from the run's seed, which is printed first. */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env.TEST_SEED) })
