/** Tests run as native ES modules (npm test sets --experimental-vm-modules); swc only strips the types. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        isModule: true,
      },
    ],
  },
  testTimeout: 60_000,
};
