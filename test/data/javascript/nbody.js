class Body {
  constructor(x, y, z, vx, vy, vz, mass) { Object.assign(this, { x, y, z, vx, vy, vz, mass }); }
}
const SOLAR = 4 * Math.PI * Math.PI, DAYS = 365.24;
const bodies = [
  new Body(0, 0, 0, 0, 0, 0, SOLAR),
  new Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -0.0000690460016972063023 * DAYS, 0.000954791938424326609 * SOLAR),
  new Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381, -0.00276742510726411 * DAYS, 0.00499852801234917238 * DAYS, 0.0000230417297573763929 * DAYS, 0.000285885980666130812 * SOLAR),
];
function energy() {
  let e = 0;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    e += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz);
    for (let j = i + 1; j < bodies.length; j++) {
      const c = bodies[j], dx = b.x - c.x, dy = b.y - c.y, dz = b.z - c.z;
      e -= b.mass * c.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return e;
}
function advance(dt) {
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    for (let j = i + 1; j < bodies.length; j++) {
      const c = bodies[j], dx = b.x - c.x, dy = b.y - c.y, dz = b.z - c.z;
      const d2 = dx * dx + dy * dy + dz * dz, mag = dt / (d2 * Math.sqrt(d2));
      b.vx -= dx * c.mass * mag; b.vy -= dy * c.mass * mag; b.vz -= dz * c.mass * mag;
      c.vx += dx * b.mass * mag; c.vy += dy * b.mass * mag; c.vz += dz * b.mass * mag;
    }
  }
  for (const b of bodies) { b.x += dt * b.vx; b.y += dt * b.vy; b.z += dt * b.vz; }
}
console.log(energy().toFixed(9));
for (let i = 0; i < 100; i++) advance(0.01);
console.log(energy().toFixed(9), energy());
