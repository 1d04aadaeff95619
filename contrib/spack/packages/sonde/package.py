# A recipe for Spack, in the form of its version 0.21. It has not been run: it was parsed, and its dependencies are those of CMakeLists.txt.
from spack.package import *


class Sonde(CMakePackage):
    """Measures an MPI platform, fits communication models to it and predicts with them."""

    # Releases have no address yet: spack install sonde@main with "spack develop --path SOURCES sonde@main".
    homepage = "https://example.org/sonde"
    git = "https://example.org/sonde.git"

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gawk", type="build")
    depends_on("mpi")
    depends_on("gsl")
    depends_on("sqlite@3.35:")
    depends_on("jansson")
    depends_on("otf2")
    depends_on("zstd libs=shared,static")
    depends_on("hwloc")
    depends_on("gnuplot", type="run")
    depends_on("cmocka", type="test")

    # The build is for one MPI; MVAPICH2 and Intel MPI are of MPICH's family, and were not tried.
    conflicts("^nvhpc", msg="only Open MPI and MPICH are known")

    def cmake_args(self):
        family = "openmpi" if self.spec.satisfies("^[virtuals=mpi] openmpi") else "mpich"
        return [
            self.define("SONDE_MPI", family),
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
            self.define("BUILD_TESTING", self.run_tests),
        ]
