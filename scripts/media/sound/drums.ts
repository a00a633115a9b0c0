/** Struck things: skins, cymbals, shakers and tins. */
import { bandPass, dice, highPass, RATE, type Sound, sound, sum } from './signal.ts'

function noise(seconds: number, seed: number, fall: number): Sound {
  const random = dice(seed * 15_485_863 + 11)
  return sound(seconds, (time) => random() * Math.exp(-time * fall))
}

/** A skin whose pitch falls from `high` to `low` as it is struck. */
export function skin(high: number, low: number, seconds: number, fall: number): Sound {
  let angle = 0
  return sound(seconds, (time) => {
    angle += (2 * Math.PI * (low + (high - low) * Math.exp(-time * 38))) / RATE
    return Math.sin(angle) * Math.exp(-time * fall) * Math.min(1, (seconds - time) / 0.02)
  })
}

export function kick(): Sound {
  return sum(
    skin(170, 49, 0.4, 9),
    noise(0.012, 5, 420).map((sample) => sample * 0.25),
  )
}

/** The samba's big drum, open. */
export function surdo(hertz: number): Sound {
  return sum(
    skin(hertz * 1.5, hertz, 0.7, 5.5),
    noise(0.03, 9, 160).map((sample) => sample * 0.06),
  )
}

export function snare(seed: number): Sound {
  const wires = bandPass(noise(0.24, seed, 17), 2600, 0.6)
  return sum(
    wires.map((sample) => sample * 1.3),
    skin(330, 186, 0.16, 22).map((sample) => sample * 0.55),
  )
}

/** A stick laid across the rim. */
export function rim(seed: number): Sound {
  return sum(
    bandPass(noise(0.07, seed, 70), 1750, 4).map((sample) => sample * 2),
    skin(900, 820, 0.05, 85).map((sample) => sample * 0.4),
  )
}

/** A closed (`seconds` 0.05) or open (0.3) pair of cymbals. */
export function hat(seconds: number, seed: number): Sound {
  return highPass(highPass(noise(seconds, seed, 4 / seconds), 7200), 7200)
}

export function shaker(seed: number): Sound {
  const grains = bandPass(noise(0.1, seed, 0), 5600, 0.9)
  return grains.map((sample, index) => sample * Math.sin((Math.PI * index) / grains.length) ** 2)
}

/** The little frame drum that leads a samba. */
export function tamborim(seed: number): Sound {
  return sum(
    skin(980, 760, 0.09, 48).map((sample) => sample * 0.6),
    bandPass(noise(0.05, seed, 90), 3200, 1),
  )
}

/** Partials of a struck tin, as multiples of its lowest: sheet metal, so none is a harmonic. */
const TIN_PARTIALS = [1, 1.49, 2.12, 2.74, 3.61, 4.83, 6.07]

/** A paint tin; `damp` 1 rings, 6 is held by a hand. */
export function tin(hertz: number, damp: number, seed: number): Sound {
  const random = dice(seed * 433_494_437 + 17)
  const partials = TIN_PARTIALS.map((ratio, index) => ({
    hertz: hertz * ratio * (1 + 0.02 * random()),
    strength: 0.5 / (1 + index * 0.55),
    fall: (9 + 7 * index) * damp,
  }))
  const ring = sound(0.5, (time) =>
    partials.reduce(
      (total, partial) =>
        total +
        partial.strength * Math.sin(2 * Math.PI * partial.hertz * time) * Math.exp(-time * partial.fall),
      0,
    ),
  )
  return sum(ring, bandPass(noise(0.03, seed, 130), hertz * 5, 0.8))
}
