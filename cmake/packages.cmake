# What cpack -G DEB reads: Debian packages out of builds for Open MPI and MPICH, in folders of these names. tools/packages.sh makes the builds and a file that sets
#   SONDE_BUILDS    the folder of the builds
#   SONDE_VERSION   of the packages
#   SONDE_CONTACT   their maintainer
# and includes this one. Components of the installation have the names of packages.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sonde)
set(CPACK_PACKAGE_FILE_NAME sonde)
set(CPACK_PACKAGE_VERSION ${SONDE_VERSION})
set(CPACK_PACKAGE_DESCRIPTION "MPI performance toolkit")
set(CPACK_PACKAGE_CONTACT ${SONDE_CONTACT})
set(CPACK_PACKAGE_DIRECTORY ${SONDE_BUILDS}/debs)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_CONFIG_FILE "")
set(CPACK_CMAKE_GENERATOR "Unix Makefiles")
set(CPACK_TOPLEVEL_TAG Linux)
set(CPACK_SYSTEM_NAME Linux)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL sonde sonde-openmpi sonde-mpich libsonde-openmpi0 libsonde-mpich0 libsonde-dev)
set(CPACK_INSTALL_CMAKE_PROJECTS)
foreach(mpi openmpi mpich)
	list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${SONDE_BUILDS}/${mpi} sonde ALL /)
endforeach()

# Lines of the texts are as long as Debian has them.
macro(sonde_package name section title)
	string(TOUPPER ${name} component)
	set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${name})
	set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${section})
	set(CPACK_COMPONENT_${component}_DESCRIPTION "${title}\nsonde measures how fast messages travel between the processes of an MPI\nprogram, fits communication models to what it measured, and predicts with\nthem. It records and simulates programs, and tunes collective operations.\n\n${ARGN}")
endmacro()

set(same ${SONDE_VERSION}-1)
sonde_package(sonde science "MPI performance toolkit"
	"This package has what the builds for all MPIs share: the command that\nstarts the one for the launcher's MPI, manual pages, documents, examples.")
set(CPACK_DEBIAN_SONDE_PACKAGE_RECOMMENDS "sonde-openmpi (= ${same}) | sonde-mpich (= ${same}), gnuplot-nox | gnuplot")
set(CPACK_DEBIAN_SONDE_PACKAGE_SUGGESTS "ethtool, iproute2")
foreach(mpi openmpi mpich)
	string(TOUPPER ${mpi} upper)
	set(title_openmpi "Open MPI")
	set(title_mpich MPICH)
	set(launcher_openmpi openmpi-bin)
	set(launcher_mpich mpich)
	sonde_package(sonde-${mpi} science "MPI performance toolkit for ${title_${mpi}}"
		"This package has the command for ${title_${mpi}}, and the libraries that it\npreloads into programs.")
	set(CPACK_DEBIAN_SONDE-${upper}_PACKAGE_DEPENDS "sonde (= ${same}), ${launcher_${mpi}}")
	sonde_package(libsonde-${mpi}0 libs "measuring messages in applications of ${title_${mpi}}"
		"This package has the library for ${title_${mpi}}: an application measures its\nown communicator at run time, and chooses by what a model predicts.")
	set(CPACK_DEBIAN_LIBSONDE-${upper}0_PACKAGE_CONTROL_EXTRA ${SONDE_BUILDS}/${mpi}/debian/triggers)
endforeach()
sonde_package(libsonde-dev libdevel "measuring messages in MPI applications - development files"
	"This package has the header, and what compilers, linkers, pkg-config and\nCMake need, for Open MPI and MPICH.")
set(CPACK_DEBIAN_LIBSONDE-DEV_PACKAGE_DEPENDS "libsonde-openmpi0 (= ${same}), libsonde-mpich0 (= ${same})")
set(CPACK_DEBIAN_LIBSONDE-DEV_PACKAGE_RECOMMENDS "libopenmpi-dev | libmpich-dev, pkg-config")
